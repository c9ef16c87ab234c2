# The interpreter of students' files: its compiler.
add_unit_test(preprocess_test labs_engine)

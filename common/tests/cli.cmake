add_unit_test(labs_test labs_labs)

add_unit_test(labs_test labs_labs)
add_unit_test(hints_test labs_labs)
add_unit_test(meter_test labs_labs)
add_unit_test(wrap_test labs_text)

int upper_value(void);

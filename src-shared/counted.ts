let numbers: Intl.NumberFormat | undefined

/** "4,939": the one way to write a number that people read. */
export const figure = (value: number): string => (numbers ??= new Intl.NumberFormat('en')).format(value)

/** "1 flag", "2,210 flags" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

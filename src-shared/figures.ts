/** Numbers in texts that people read. */

let numbers: Intl.NumberFormat | undefined

/** "4,939": the one way to write a number that people read. */
export const figure = (value: number): string => (numbers ??= new Intl.NumberFormat('en')).format(value)

/** "1 flag", "2,210 flags" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${figure(count)} ${count === 1 ? one : many}`

/** "25%", "33.3%": the one way to write a percentage that people read. Texts are taken as they are. */
export const percentage = (value: number | string): string =>
  `${typeof value === 'number' ? Math.round(value * 10) / 10 : value}%`

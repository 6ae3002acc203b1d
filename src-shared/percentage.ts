/** "25%", "33.3%": the one way to write a percentage that people read. Texts are taken as they are. */
export const percentage = (value: number | string): string =>
  `${typeof value === 'number' ? Math.round(value * 10) / 10 : value}%`

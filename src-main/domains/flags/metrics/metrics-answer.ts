export const version = 1 as const
export const maturity = 'stable' as const

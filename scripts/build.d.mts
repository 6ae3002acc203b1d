export function build(root: string, args?: readonly string[]): number
export function isBuilt(root: string): boolean
export function forgetBuild(root: string): void

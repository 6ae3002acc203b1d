import { compileExpression } from './compile-expression.ts'

/** `unusable`: RE2 does not take the pattern. Such patterns were stored before patterns ran on RE2. */
export type NamingVerdict = 'fits' | 'differs' | 'unusable'

/** Checks a whole name against a project's naming pattern. */
export function fitsNaming(pattern: string, name: string): NamingVerdict {
  const { expression } = compileExpression(pattern)
  if (!expression) return 'unusable'
  return expression.testWhole(name) === true ? 'fits' : 'differs'
}

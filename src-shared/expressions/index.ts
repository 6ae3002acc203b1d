/**
 * Regular expressions that users give: of REGEX constraints and naming patterns. They run on RE2, whose time is linear in
 * the text, within bounds for pattern, program and text. `new RegExp` of a text is forbidden by lint.
 */
export { compileExpression, EXPRESSION_BOUNDS } from './compile-expression.ts'
export { pathExpression } from './path-expression.ts'
export { fitsNaming } from './compile-expression.ts'

/** The variants of a flag as a whole, which contracts before 7 had: set in all its environments by today's use cases. */
export { formerVariantsHttp } from './former-variants.http.ts'

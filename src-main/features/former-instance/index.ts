/** The instance in figures, its traffic by month, and its settings in one: what contracts before 7 had of them. */
export { formerInstanceHttp } from './former-instance.http.ts'

/** The lists of archived flags, which contracts before 7 had: the search answers what is in them. */
export { formerArchiveHttp } from './former-archive.http.ts'

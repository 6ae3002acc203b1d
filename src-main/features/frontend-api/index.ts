/** Frontend API: flags evaluated here for pages and apps, which get only those that are on. */
export { frontendApiHttp } from './frontend-api.http.ts'

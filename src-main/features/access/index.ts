/**
 * Access: who holds which roles. The rules of deciding are in src-shared/access; this folder keeps the facts they are
 * applied to, in the database and in memory.
 */
export { AccessDirectory } from './access-directory.ts'
export { assignRole } from './access.store.ts'

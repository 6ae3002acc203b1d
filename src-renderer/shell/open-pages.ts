/**
 * The pages that links lead to before anybody is signed in (docs/contract/access.md#passwords,
 * docs/contract/access.md#sign-up-links).
 */
const OPEN_PAGES = ['/new-user', '/reset-password', '/forgotten-password'] as const

export const isOpenPage = (location: string): boolean => OPEN_PAGES.some((path) => path === location)

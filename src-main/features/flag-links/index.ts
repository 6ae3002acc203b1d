/**
 * The links that flags carry. They stand apart from `links`, which clients change them by, because creating a flag adds
 * those of its project's templates.
 */
export { addLink, fillTemplate } from './add-link.ts'
export { deleteLinkRow, readLinks, updateLinkRow, type Link } from './flag-links.store.ts'
export { toLinkUrl } from './link-url.ts'

import { destinationOf } from '../../markdown/destination.ts'

/** Link that opens the dialog of a banner. */
export const DIALOG_LINK = 'dialog'

/** Checks whether a banner can have a link: `dialog`, a path, or a URL. */
export const isBannerLink = (link: string): boolean =>
  link === DIALOG_LINK || destinationOf(link) !== undefined

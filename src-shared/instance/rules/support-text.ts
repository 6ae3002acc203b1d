/** Facts about the window, or the browser, that shows the pages. */
export interface WindowFacts {
  readonly window: string
  /** Reason that the service gave nothing. */
  readonly problem?: string
}

/** Writes a support bundle as the text of its file. */
export const supportText = (facts: WindowFacts, bundle: object = {}): string =>
  `${JSON.stringify({ ...facts, ...bundle }, null, 2)}\n`

/** Name of the file. */
export const SUPPORT_FILE = 'halyard-support.json'

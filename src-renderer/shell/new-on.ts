/** Names the main action of a page, which is its primary button: `New segment` on the page of the segments. */
export const newOn = (path: string): string => `new on ${path}`

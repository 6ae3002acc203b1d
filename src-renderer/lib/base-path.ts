/** Path before all addresses of the service, as it wrote it into the page; empty: none, or the desktop window. */
export const BASE_PATH = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? ''

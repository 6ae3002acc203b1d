import { instanceUrl } from '#lib/curl.ts'

interface Addressed {
  id: number
  /** Its endpoint; its signals keep their addresses when it is gone. */
  sourceId: number
}

/** The page of a signal, under its endpoint. */
export const pathOfSignal = ({ id, sourceId }: Addressed): string => `/signals/${sourceId}/signal/${id}`

/** The same as a link within the window. */
export const hrefOfSignal = (signal: Addressed): string => `#${pathOfSignal(signal)}`

/** The same to be handed on: a browser opens it. */
export const linkToSignal = (signal: Addressed): string => `${instanceUrl()}/${hrefOfSignal(signal)}`

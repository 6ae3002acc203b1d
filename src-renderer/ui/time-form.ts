import { getContext, hasContext, setContext } from 'svelte'

const KEY = Symbol('short times')

/** Makes the times within a component short, as "3 min. ago": the columns of a table are narrow. */
export const shortenTimes = (): void => void setContext(KEY, true)

/** Checks whether the times here are short. */
export const areTimesShort = (): boolean => hasContext(KEY) && getContext(KEY) === true

/** The most calls of procedures in one HTTP request. More make further requests. */
export const MAX_BATCH = 30

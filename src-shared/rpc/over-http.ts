/** The most calls of procedures in one HTTP request. More make further requests. */
export const MAX_BATCH = 30

/** HTTP header with the user whose view of the instance an Admin wants to see. */
export const VIEW_AS_HEADER = 'x-halyard-view-as'

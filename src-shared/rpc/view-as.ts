/** HTTP header with the user whose view of the instance an Admin wants to see. */
export const VIEW_AS_HEADER = 'x-halyard-view-as'

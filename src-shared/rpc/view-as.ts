/** The header, over HTTP, that names the user as whom an Admin's pages want to see the instance. */
export const VIEW_AS_HEADER = 'x-halyard-view-as'

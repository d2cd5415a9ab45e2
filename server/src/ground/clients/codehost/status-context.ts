/** The name under which the service's word on a pull request stands beside those of other programs. */
export const statusContext = 'furrow/quest'

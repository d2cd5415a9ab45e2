export const statusContext = 'furrow/quest'

/** A list whose items are laid out in groups, `ol`s of no meaning, and an item of it: HTML has no groups in its lists. */
export const outerList = (labelledBy: string) => ({ role: 'list', 'aria-labelledby': labelledBy }) as const
export const outerItem = { role: 'listitem' } as const

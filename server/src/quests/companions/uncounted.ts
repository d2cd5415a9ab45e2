/**
 * The number of events after which a companion on chain follows, while its deposit is not there: it follows nothing yet, and is
 * in no sum.
 */
export const uncounted = 2_147_483_647

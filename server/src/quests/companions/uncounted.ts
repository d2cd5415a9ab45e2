/** Events after which a companion follows, while its deposit is not on chain: it follows nothing, and is in no sum. */
export const uncounted = 2_147_483_647

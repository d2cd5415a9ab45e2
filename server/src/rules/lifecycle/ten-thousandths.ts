/** A part of a whole, 0 to 10,000; the farmer's, where nothing else is said. */
export type TenThousandths = number

import type { ErrorCode } from '@furrow/sdk'

/**
 * A sentence for each code of the service. `{said}` stands for the service's own sentence, where it knows more than its code:
 * a number, a time, a name.
 */
export type RefusalWords = Readonly<Record<ErrorCode, string>>

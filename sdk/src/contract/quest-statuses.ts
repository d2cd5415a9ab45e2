/** Beside the schemas: a page that names them loads none of those. */
export const questStatuses = [
  'open',
  'in-progress',
  'in-review',
  'disputed',
  'completed',
  'cancelled',
] as const

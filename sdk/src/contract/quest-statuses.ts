/** Apart from the schemas: a page that names statuses loads none of those. */
export const questStatuses = [
  'open',
  'in-progress',
  'in-review',
  'disputed',
  'completed',
  'cancelled',
] as const

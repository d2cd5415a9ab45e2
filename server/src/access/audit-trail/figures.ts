import type { Figures } from '../../ground/http/figures.ts'

export const auditLogFigures: Figures = {
  gauges: {
    furrow_audit_oldest_unsealed_seconds: {
      help: 'How long the oldest entry has waited to be sealed in the audit log.',
    },
  },
  async read({ clock, db }) {
    const oldest = await db.selectFrom('audit_queue').select('at').orderBy('at').limit(1).executeTakeFirst()
    const seconds = oldest === undefined ? 0 : Math.max(0, clock.now() - oldest.at) / 1_000
    return [{ name: 'furrow_audit_oldest_unsealed_seconds', value: seconds }]
  },
}

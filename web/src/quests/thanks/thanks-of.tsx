import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { furrow } from '../../service/furrow.ts'
import { rows } from '../../ui/section.tsx'
import { ThanksLine } from './thanks-line.tsx'

/** Paid thanks of a person; nothing where there are none. */
export function ThanksOf({ address, kind: role }: { address: string; kind: 'received' | 'given' }) {
  const { data } = useQuery({
    queryKey: ['thanks', role, address.toLowerCase()],
    queryFn: () => furrow.thanks.list({ address, role, limit: '20' }),
  })
  if (data === undefined || data.items.length === 0) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl font-semibold">{role === 'received' ? t`Thanks received` : t`Thanks given`}</h2>
      <ul className={rows}>
        {data.items.map(thanks => (
          <li key={thanks.id} className="py-3">
            <ThanksLine thanks={thanks} of={address} />
          </li>
        ))}
      </ul>
    </section>
  )
}

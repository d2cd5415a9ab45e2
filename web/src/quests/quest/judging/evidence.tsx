import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { Failed } from '../../../service/failed.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Loading } from '../../../ui/states.tsx'
import { When } from '../../../ui/time.tsx'
import { Handed } from './handed.tsx'

/** What both sides showed, for the two of them and whoever decides. */
export function Evidence({ quest, farmer }: { quest: Quest; farmer: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', quest.id, 'evidence', farmer, quest.updatedAt],
    queryFn: () => furrow.quests.evidence(quest.id, farmer),
    placeholderData: before => before,
  })
  return (
    <section className="grid gap-2">
      <h4 className="font-semibold">
        Evidence <span className="font-normal text-muted">(you, the other side and the arbiter see it)</span>
      </h4>
      {error && !data && <Failed error={error} retry={refetch} />}
      {!data && !error && <Loading label="Loading the evidence" rows={1} />}
      {data?.length === 0 && <p className="text-muted">Nobody has shown anything yet.</p>}
      {data && data.length > 0 && (
        <ol className="grid gap-3">
          {data.map(({ number, role, url, note, at }) => (
            <li key={number} className="grid gap-1 border-l-2 border-line pl-3">
              <span className="text-muted">
                The {role}, <When at={at} />
              </span>
              <Handed url={url} note={note} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

import type { DeskPart } from '@furrow/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { furrow } from '../../../service/furrow.ts'
import { often } from '../../../service/often.ts'

export type Asked = { readonly part: DeskPart | null; readonly label: string | null }

/** As many rows as fit about two screens, with what was handed in. */
export const rowsOfPage = { wide: 10, narrow: 5 } as const

/** A page of the giver's desk; the page before stays until it is there. */
export function useDesk(questId: string, { part, label }: Asked, rows: number, cursor: string | null) {
  return useQuery({
    queryKey: ['quests', questId, 'desk', part, label, rows, cursor],
    queryFn: () =>
      furrow.quests.desk(questId, {
        limit: String(rows),
        ...(part !== null && { part }),
        ...(label !== null && { label }),
        ...(cursor !== null && { cursor }),
      }),
    placeholderData: keepPreviousData,
    refetchInterval: () => often(15_000, 5),
  })
}

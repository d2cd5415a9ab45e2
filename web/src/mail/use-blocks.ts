import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'

/** The senders that the reader blocked, and the ways to change that. */
export function useBlocks() {
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['mail-blocks', address],
    queryFn: () => furrow.mail.blocks(),
    enabled: address !== null,
  })
  const invalidate = [['mail-blocks']]
  const block = useAct((sender: string) => furrow.mail.block(sender), {
    done: t`This sender is blocked and cannot write to you any more.`,
    invalidate,
  })
  const unblock = useAct((sender: string) => furrow.mail.unblock(sender), {
    done: t`This sender may write to you again.`,
    invalidate,
  })
  return { blocked: data?.map(({ address: sender }) => sender) ?? [], block, unblock }
}

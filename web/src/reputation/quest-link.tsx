import { Link } from '@tanstack/react-router'

/** A link that says to which quest it leads: by its title, or by its id where nothing else is known of it. */
export function QuestLink({ id, title = id }: { id: string; title?: string | undefined }) {
  return (
    <Link
      to="/quests/$id"
      params={{ id }}
      className="text-moss underline underline-offset-4 [overflow-wrap:anywhere]"
    >
      <bdi>{title}</bdi>
    </Link>
  )
}

import { sql, type Kysely } from 'kysely';
import type { ModelsTables } from '../models.repo.ts';
import { swapRow } from '../../../platform/statements/swap.ts';

interface Undrawn {
  readonly enterprise_id: number;
  readonly id: number;
  readonly frag_sha256: string | null;
  readonly model_id: number;
  readonly project_id: number;
}

/** The timer's access to all enterprises: versions with geometry and without a picture. */
export const picturesRepo = (db: Kysely<ModelsTables>) => ({
  /** Claims the newest version without an attempt. From now on it counts as tried. */
  async claimUndrawn(): Promise<Undrawn | undefined> {
    const { rows } = await sql<Undrawn>`
      update model_version v set drawn_at = now()
      from model m
      where (v.enterprise_id, v.id) = (
          select u.enterprise_id, u.id from model_version u
          where u.thumb is null and u.drawn_at is null and u.frag_sha256 is not null and u.status = 'parsed'
          order by u.id desc
          limit 1
          for update skip locked)
        and m.enterprise_id = v.enterprise_id and m.id = v.model_id
      returning v.enterprise_id, v.id, v.frag_sha256, v.model_id, m.project_id`.execute(db);
    return rows[0];
  },

  /** False when the version has received a picture or another geometry since the claim. */
  async keep(version: Undrawn, picture: { thumb: Buffer; thumb_type: string }): Promise<boolean> {
    return swapRow(
      db
        .updateTable('model_version')
        .set({ ...picture, thumb_at: sql`now()` })
        .where('enterprise_id', '=', version.enterprise_id)
        .where('id', '=', version.id)
        .where('frag_sha256', '=', version.frag_sha256)
        .where('thumb', 'is', null),
    );
  },
});

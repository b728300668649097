/** An update of one row, with the key and the expected state of the row in its conditions. */
interface RowUpdate {
  executeTakeFirst(): Promise<{ readonly numUpdatedRows: bigint }>;
}

/** A deletion of one row, with its key in its conditions. */
interface RowDeletion {
  executeTakeFirst(): Promise<{ readonly numDeletedRows: bigint }>;
}

/**
 * Compare-and-swap of one row. Returns false when the row is gone or no longer in the expected state: another call was
 * faster, and nothing changed. The service answers 1009 for a stale version and 1008 for another status.
 */
export const swapRow = async (update: RowUpdate): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows === 1n;

/** Deletes one row. Returns false when it does not exist. */
export const deleteRow = async (deletion: RowDeletion): Promise<boolean> =>
  (await deletion.executeTakeFirst()).numDeletedRows === 1n;

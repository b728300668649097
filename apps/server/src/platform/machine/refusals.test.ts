import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { machineRefusal } from './refusals.ts';

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
/** An error as the database driver creates it from an answer of the server. */
const ofDatabase = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });

describe('a failure of the machine', () => {
  it.each(['ENOSPC', 'EDQUOT'])('%s is a full disk: 507', (code) => {
    expect(machineRefusal(coded(code))).toMatchObject({ status: 507, code: 1016, key: 'http.507' });
  });

  it.each([
    ['53100', 'could not extend file "base/16384/16500": No space left on device'],
    ['53100', 'could not write to file "base/pgsql_tmp/pgsql_tmp1.0": No space left on device'],
    ['58030', 'could not extend file "base/16384/16500": wrote only 4096 of 8192 bytes'],
    ['XX000', 'could not write block 7: Disk quota exceeded'],
  ])('%s of the database, %s, is a full database: 503 with its own text', (code, message) => {
    expect(machineRefusal(ofDatabase(code, message))).toMatchObject({ status: 503, key: 'http.databaseFull' });
  });

  it.each(['53000', '53200', '53300', '53400', '57P03', '08006', '55P03', 'ECONNREFUSED'])(
    '%s is a database that cannot work now: 503',
    (code) => expect(machineRefusal(coded(code))).toMatchObject({ status: 503, key: 'http.503' }),
  );

  it.each(['23505', 'ENOENT', 'EACCES'])('%s is not a failure of the machine', (code) =>
    expect(machineRefusal(coded(code))).toBeNull(),
  );
});

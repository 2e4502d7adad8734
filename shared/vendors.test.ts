import { expect, test } from 'vitest';
import { secretVariable, standInVariable, vendors } from './vendors.ts';

test('each vendor has different names for its keys, because `.env` contains the keys of all vendors', () => {
  const names = Object.values(vendors).flatMap(({ keys }) => [...keys]);
  expect(new Set(names).size).toBe(names.length);
});

test('the variable names of a vendor contain its name', () => {
  expect(secretVariable('photoroom')).toBe('PHOTOROOM_KEYS_SECRET_ARN');
  expect(standInVariable('cloudinary')).toBe('STAND_IN_URL_CLOUDINARY');
});

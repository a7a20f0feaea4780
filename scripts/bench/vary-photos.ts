import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/**
 * Twenty cameras with the ids model-0 to model-19, which have taken the photos of 'Model 0' and so
 * on.
 */
export function addCameras(database: Database): void {
  database.run(
    `INSERT INTO camera (id, make, model)
     WITH RECURSIVE number (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM number WHERE i < 19)
     SELECT 'model-' || i, 'Maker', 'Model ' || i FROM number`,
  )
  database.run(
    `INSERT INTO camera_model (model, camera, id)
     SELECT model, id, id FROM camera WHERE true ON CONFLICT DO NOTHING`,
  )
}

/** Gives the copied photos cameras, settings, keywords and dates as varied as a real gallery's. */
export function varyPhotos(data: string): void {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  database.run(
    `UPDATE photo SET camera_make = 'Maker ' || (row_id % 7), camera_model = 'Model ' || (row_id % 20),
       lens_model = (10 + row_id % 60) || 'mm f/' || (1 + row_id % 8), focal_length = 4 + row_id % 400,
       focal_length_35 = 16 + row_id % 300, f_number = 1 + (row_id % 90) / 10.0,
       exposure = '1/' || (2 + row_id % 3000), iso = 50 * (1 + row_id % 128), rating = 1 + row_id % 5,
       taken_local = printf('%04d-%02d-%02dT%02d:%02d:00', 1995 + row_id % 30, 1 + row_id % 12,
         1 + row_id % 28, row_id % 24, row_id % 60),
       keywords = json_array('place ' || (row_id % 400), 'person ' || (row_id % 90),
         'subject ' || (row_id % 3000), 'trip ' || (row_id % 150))`,
  )
  addCameras(database)
  database.close()
}

/**
 * Gives every photo a word of its own in its title and a place that visitors may see, which is what
 * makes searches for the beginning of a word and maps expensive.
 */
export function nameAndPlacePhotos(data: string): void {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  database.run('PRAGMA synchronous = OFF')
  database.run(
    `UPDATE photo SET title = 'Photo w' || (10000 + row_id), latitude = 36 + (row_id * 7919 % 20000) / 1000.0,
       longitude = -8 + (row_id * 104729 % 30000) / 1000.0`,
  )
  database.run("UPDATE place_setting SET who_sees = 'exact'")
  database.run("UPDATE album SET code = '', downloadable = 1")
  database.close()
}

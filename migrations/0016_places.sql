-- Whether visitors see where photos were taken, and the zones in which they never do.
CREATE TABLE place_setting (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  who_sees TEXT NOT NULL CHECK (who_sees IN ('nobody', 'town', 'exact')),
  home_zones TEXT NOT NULL                      -- JSON: name, latitude, longitude, radius in metres
) STRICT;
INSERT INTO place_setting VALUES (1, 'nobody', '[]');

-- For the points of a map and for whether a list has any.
CREATE INDEX photo_located ON photo (row_id) WHERE latitude IS NOT NULL AND longitude IS NOT NULL;

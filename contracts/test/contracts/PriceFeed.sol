// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A price feed as Chainlink's aggregators are, which says what a test tells it.
contract PriceFeed {
    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint8 public immutable decimals;
    string public description;
    /// The aggregator's number, in the upper bits of a round's id.
    uint80 private constant PHASE = 3 << 64;
    Round[] private _rounds;

    constructor(uint8 decimals_, string memory description_) {
        decimals = decimals_;
        description = description_;
    }

    function say(int256 answer, uint256 updatedAt) external {
        _rounds.push(Round(answer, updatedAt));
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return getRoundData(PHASE + uint80(_rounds.length));
    }

    function getRoundData(uint80 id) public view returns (uint80, int256, uint256, uint256, uint80) {
        require(id > PHASE, "No data present");
        Round memory round = _rounds[id - PHASE - 1];
        return (id, round.answer, round.updatedAt, round.updatedAt, id);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Answers any question, as a wallet or as a resolver, in the way that its maker chose.
contract HostileContract {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData);

    enum Way {
        BurnGas,
        AskGateway,
        Garbage,
        Nothing,
        Revert,
        Large,
        InvalidOpcode
    }

    Way private immutable way;
    string[] private urls;

    constructor(Way way_, string[] memory urls_) {
        way = way_;
        urls = urls_;
    }

    fallback() external {
        if (way == Way.BurnGas) {
            uint256 i;
            while (true) i = uint256(keccak256(abi.encode(i)));
        }
        if (way == Way.AskGateway) revert OffchainLookup(address(this), urls, "", this.finish.selector, "");
        if (way == Way.Revert) revert("no");
        bytes4 magic = 0x1626ba7e;
        assembly {
            mstore(0, or(magic, 0xffffffff))
        }
        if (way == Way.Garbage) {
            assembly {
                return(0, 7)
            }
        }
        if (way == Way.Large) {
            assembly {
                return(0, 2000000)
            }
        }
        if (way == Way.InvalidOpcode) {
            assembly {
                invalid()
            }
        }
    }

    function finish(bytes calldata, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }
}
